// SPDX-License-Identifier: MIT
// Part of Grille: reports signals as bytes of a pipe, so that a poll loop sees them.
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int reported[] = {SIGWINCH, SIGTSTP, SIGCONT};
enum { REPORTED_COUNT = sizeof reported / sizeof reported[0] };

static struct sigaction previous[REPORTED_COUNT];
static int ends[2] = {-1, -1};

static void report_callback(int number) {
  int saved = errno;
  uint8_t byte = (uint8_t)number;
  // A full pipe already wakes the loop.
  ssize_t ignored = write(ends[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

int terminal_signals_open(void) {
  if (ends[0] >= 0) return ends[0];
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = report_callback;
  action.sa_flags = SA_RESTART;
  for (int i = 0; i < REPORTED_COUNT; i++) sigaction(reported[i], &action, &previous[i]);
  return ends[0];
}

void terminal_signals_close(void) {
  if (ends[0] < 0) return;
  for (int i = 0; i < REPORTED_COUNT; i++) sigaction(reported[i], &previous[i], NULL);
  close(ends[0]);
  close(ends[1]);
  ends[0] = ends[1] = -1;
}

void terminal_signals_stop_group(void) {
  struct sigaction fallback, ours;
  memset(&fallback, 0, sizeof fallback);
  fallback.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &fallback, &ours);
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}
