/* Stands between a program and the system: kills it before a chosen call that changes a file, or fails the call.

   Leaves out calls that only read, and memory that is mapped: a kill between two of those leaves the same files.
   Built and preloaded by faults.py. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <stdio.h>
#include <unistd.h>

static long left = -1;     /* calls to let through; below 0 all of them */
static long seen;          /* calls since the last arming */
static int failure;        /* 0 kills, else the errno of each call from then on */
static int lock_failure;   /* the errno of each try to lock */

void faults_arm(long calls, int with) { left = calls; failure = with; seen = 0; }
void faults_fail_locks(int with) { lock_failure = with; }
long faults_seen(void) { return seen; }

static int strikes(void) {
    seen++;
    if (left < 0) return 0;
    if (left-- > 0) return 0;
    if (!failure) { kill(getpid(), SIGKILL); for (;;) pause(); }
    left = 0;
    errno = failure;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define STRIKE(name, result, parameters, arguments) \
    result name parameters { return strikes() ? -1 : REAL(name) arguments; }

STRIKE(write, ssize_t, (int file, const void *data, size_t size), (file, data, size))
STRIKE(pwrite, ssize_t, (int file, const void *data, size_t size, off_t at), (file, data, size, at))
STRIKE(pwrite64, ssize_t, (int file, const void *data, size_t size, off64_t at), (file, data, size, at))
STRIKE(ftruncate, int, (int file, off_t size), (file, size))
STRIKE(ftruncate64, int, (int file, off64_t size), (file, size))
STRIKE(fallocate, int, (int file, int mode, off_t at, off_t size), (file, mode, at, size))
STRIKE(posix_fallocate, int, (int file, off_t at, off_t size), (file, at, size))
STRIKE(fsync, int, (int file), (file))
STRIKE(fdatasync, int, (int file), (file))
STRIKE(unlink, int, (const char *path), (path))
STRIKE(rename, int, (const char *from, const char *to), (from, to))
STRIKE(link, int, (const char *from, const char *to), (from, to))
STRIKE(mkdir, int, (const char *path, mode_t mode), (path, mode))

#define OPENING(name) \
    int name(const char *path, int flags, ...) { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        return flags & O_CREAT && strikes() ? -1 : REAL(name)(path, flags, mode); \
    }
OPENING(open)
OPENING(open64)

#define LOCKING(name) \
    int name(int file, int command, ...) { \
        va_list more; \
        va_start(more, command); \
        void *argument = va_arg(more, void *); \
        va_end(more); \
        if (lock_failure && (command == F_SETLK || command == F_SETLKW)) { errno = lock_failure; return -1; } \
        return REAL(name)(file, command, argument); \
    }
LOCKING(fcntl)
LOCKING(fcntl64)

int flock(int file, int operation) {
    if (lock_failure) { errno = lock_failure; return -1; }
    return REAL(flock)(file, operation);
}
