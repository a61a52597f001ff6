// SPDX-License-Identifier: MIT
// Part of Grille: gives the terminal back when the process dies.
//
// Everything in the handler is safe in a signal handler: write, tcsetattr, sigaction, sigprocmask, raise.
#include "CTerminalGuard.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE,
                            SIGTERM, SIGHUP, SIGQUIT, SIGINT};
enum { FATAL_COUNT = sizeof fatal / sizeof fatal[0] };

static struct sigaction previous[FATAL_COUNT];
static struct termios modes;
static int has_modes = 0;
static int terminal = -1;
static volatile sig_atomic_t is_armed = 0;
static uint8_t reset[512];
static volatile sig_atomic_t reset_count = 0;

static void give_terminal_back(void) {
  if (!is_armed) return;
  is_armed = 0;
  // A process in the background would be stopped by its own tcsetattr.
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  sigprocmask(SIG_BLOCK, &output, &before);
  size_t written = 0;
  while (written < (size_t)reset_count) {
    ssize_t count = write(terminal, reset + written, (size_t)reset_count - written);
    if (count <= 0) break;
    written += (size_t)count;
  }
  if (has_modes) tcsetattr(terminal, TCSANOW, &modes);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static void fatal_callback(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  give_terminal_back();
  for (int i = 0; i < FATAL_COUNT; i++)
    if (fatal[i] == number) sigaction(number, &previous[i], NULL);
  errno = saved;
  // A fault happens again when this returns, with all its details; anything else is sent again.
  int is_fault = (number == SIGSEGV || number == SIGILL || number == SIGBUS || number == SIGFPE) &&
                 info->si_code > 0;
  if (!is_fault) raise(number);
}

void terminal_guard_install(int descriptor) {
  terminal = descriptor;
  has_modes = tcgetattr(descriptor, &modes) == 0;

  // Whoever ends the program without closing the screen leaves by exit.
  static int has_exit_handler = 0;
  if (!has_exit_handler) has_exit_handler = atexit(give_terminal_back) == 0;

  // A stack overflow leaves no room for a handler on the stack it happened on.
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
    static uint8_t space[65536];
    stack.ss_sp = space;
    stack.ss_size = sizeof space;
    stack.ss_flags = 0;
    sigaltstack(&stack, NULL);
  }

  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = fatal_callback;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < FATAL_COUNT; i++) {
    sigaction(fatal[i], NULL, &previous[i]);
    // Whoever started us with a signal ignored, such as nohup, wants it ignored.
    if (!(previous[i].sa_flags & SA_SIGINFO) && previous[i].sa_handler == SIG_IGN) continue;
    sigaction(fatal[i], &action, NULL);
  }
}

void terminal_guard_set_reset(const uint8_t *bytes, size_t count) {
  int was_armed = is_armed;
  is_armed = 0;
  if (count > sizeof reset) count = sizeof reset;
  memcpy(reset, bytes, count);
  reset_count = (sig_atomic_t)count;
  is_armed = was_armed;
}

void terminal_guard_arm(int armed) { is_armed = armed; }

void terminal_guard_remove(void) {
  is_armed = 0;
  for (int i = 0; i < FATAL_COUNT; i++) {
    struct sigaction current;
    // Only what is still ours: others may have installed theirs since.
    if (sigaction(fatal[i], NULL, &current) == 0 && (current.sa_flags & SA_SIGINFO) &&
        current.sa_sigaction == fatal_callback)
      sigaction(fatal[i], &previous[i], NULL);
  }
}
