/**
 * A program in C whose threads stand as those of runtimes do. Its first argument says after how many seconds an alarm ends it, the
 * others what each thread waits for, the first thread first.
 */
export const THREADS_IN_C = String.raw`
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int words[64];

static void futex(int at, long seconds, long nanoseconds) {
  struct timespec time = {seconds, nanoseconds};
  syscall(SYS_futex, &words[at], FUTEX_WAIT_PRIVATE, 0, seconds + nanoseconds > 0 ? &time : NULL, NULL, 0);
}

static int listener(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int file = socket(AF_INET, SOCK_STREAM, 0);
  bind(file, (struct sockaddr *)&address, sizeof address);
  listen(file, 1);
  return file;
}

static void add(int poll, int file) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
  epoll_ctl(poll, EPOLL_CTL_ADD, file, &event);
}

static void rings(int signal) { (void)signal; _exit(0); }

static void *stand(void *given) {
  const char *what = given;
  char sign;
  int at = (what[0] * 7 + what[1]) % 64, poll = epoll_create1(0), pair[2];
  struct epoll_event event;
  struct timespec short_time = {0, 10000000};
  if (!strcmp(what, "reads")) read(0, &sign, 1);
  if (!strcmp(what, "reads-until-alarm")) { signal(SIGALRM, rings); read(0, &sign, 1); }
  if (!strcmp(what, "reads-until-timer")) {
    timer_t timer;
    struct itimerspec time = {.it_value = {2, 500000000}};
    timer_create(CLOCK_MONOTONIC, NULL, &timer);
    timer_settime(timer, 0, &time, NULL);
    read(0, &sign, 1);
  }
  if (!strcmp(what, "sleeps")) for (;;) futex(at, 0, 0);
  if (!strcmp(what, "watch-of-go")) for (;;) futex(at, 60, 0);
  if (!strcmp(what, "wakes-soon")) { futex(at, 2, 500000000); _exit(0); }
  if (!strcmp(what, "busy-watch")) for (;;) nanosleep(&short_time, NULL);
  if (!strcmp(what, "accepts")) accept(listener(), NULL, NULL);
  if (strstr(what, "event")) add(poll, eventfd(0, 0));
  if (strstr(what, "input")) add(poll, 0);
  if (strstr(what, "pair")) { socketpair(AF_UNIX, SOCK_STREAM, 0, pair); add(poll, pair[0]); }
  if (strstr(what, "pipe")) { pipe(pair); add(poll, pair[0]); }
  if (strstr(what, "network")) add(poll, listener());
  if (strstr(what, "files")) { int watch = inotify_init(); inotify_add_watch(watch, "/tmp", IN_DELETE_SELF); add(poll, watch); }
  if (strstr(what, "clock")) {
    int clock = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec time = {.it_value = {2, 500000000}};
    timerfd_settime(clock, 0, &time, NULL);
    add(poll, clock);
  }
  epoll_wait(poll, &event, 1, strstr(what, "while") ? 2500 : -1);
  _exit(0);
}

int main(int count, char **words_of) {
  pthread_t thread;
  alarm(atoi(words_of[1]));
  for (int at = 3; at < count; at += 1) pthread_create(&thread, NULL, stand, words_of[at]);
  stand(words_of[2]);
}
`;
