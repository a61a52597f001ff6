/* SPDX-License-Identifier: MIT */
/* Part of Grille: parses a page with libgumbo some times, to compare with.
 *
 * usage: gumbo_parse PAGE REPEATS; prints the least processor time as `parse N ns`. */
#include <gumbo.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

int main(int argc, char **argv) {
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (!file || fseek(file, 0, SEEK_END)) {
    fprintf(stderr, "usage: gumbo_parse PAGE REPEATS\n");
    return 2;
  }
  size_t size = ftell(file);
  char *page = malloc(size + 1);
  rewind(file);
  if (!page || fread(page, 1, size, file) != size) return 2;
  double least = 0;
  for (int repeat = 0; repeat == 0 || repeat < atoi(argv[2]); repeat++) {
    double start = nanoseconds();
    GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, page, size);
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    double took = nanoseconds() - start;
    if (repeat == 0 || took < least) least = took;
  }
  printf("parse %.0f ns\n", least);
  return 0;
}
