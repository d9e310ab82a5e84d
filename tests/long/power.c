/* Records what a process asks of the disk in one folder, for tests/long/power.py.

Loaded with LD_PRELOAD. Each call on a file in the folder TAMAYA_POWER_FOLDER, or on a folder that
contains it, is appended to the file TAMAYA_POWER_RECORD once it is done: a head (struct head), the
path, and the bytes written. fsync and fdatasync reach no disk: they take TAMAYA_POWER_SYNC
microseconds and are recorded, so that whoever does not wait for them is seen not to. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct head {
    int64_t begun, done; /* CLOCK_MONOTONIC, nanoseconds */
    uint64_t file;       /* inode */
    int64_t at;          /* where it was written, or the new size */
    uint32_t path, data; /* lengths of what follows */
    uint32_t kind, unused;
};

enum { CREATE = 1, WRITE, TRUNCATE, SYNC, UNLINK, RENAME, MKDIR };

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static int record = -1;
static useconds_t sync_takes;

__attribute__((constructor)) static void begin(void) {
    const char *where = getenv("TAMAYA_POWER_FOLDER"), *file = getenv("TAMAYA_POWER_RECORD");
    const char *takes = getenv("TAMAYA_POWER_SYNC");
    if (!where || !file) return;
    snprintf(folder, sizeof folder, "%s", where);
    sync_takes = takes ? (useconds_t)atoi(takes) : 0;
    record = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Whether a path is the folder, in it, or one of the folders that it is in. */
static int is_ours(const char *path) {
    size_t length = strlen(path), whole = strlen(folder);
    if (record < 0 || path[0] != '/') return 0;
    if (length >= whole) return !strncmp(path, folder, whole) && (!path[whole] || path[whole] == '/');
    return !strncmp(path, folder, length) && (length == 1 || folder[length] == '/');
}

static int path_of(int file, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = record < 0 ? -1 : readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    char *gone = strstr(path, " (deleted)");
    if (gone) *gone = 0;
    return is_ours(path);
}

static void note(uint32_t kind, int64_t begun, uint64_t file, int64_t at, const char *path,
                 const void *data, size_t size) {
    struct head head = {begun, now(), file, at, (uint32_t)strlen(path), (uint32_t)size, kind, 0};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)data, size}};
    int before = errno;
    if (syscall(SYS_writev, record, parts, 3) != (long)(sizeof head + head.path + size)) abort();
    errno = before;
}

static uint64_t inode(int file) {
    struct stat found;
    return fstat(file, &found) ? 0 : found.st_ino;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opened(int (*really)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    if (!(flags & O_CREAT) || !is_ours(path)) return really(path, flags, mode);
    struct stat found;
    pthread_mutex_lock(&one_at_a_time);
    int64_t begun = now();
    int is_new = stat(path, &found) != 0, file = really(path, flags, mode);
    if (file >= 0 && is_new) note(CREATE, begun, inode(file), 0, path, "", 0);
    if (file >= 0 && !is_new && (flags & O_TRUNC)) note(TRUNCATE, begun, inode(file), 0, path, "", 0);
    pthread_mutex_unlock(&one_at_a_time);
    return file;
}

#define OPEN(name)                                      \
    int name(const char *path, int flags, ...) {        \
        va_list more;                                   \
        va_start(more, flags);                          \
        mode_t mode = va_arg(more, mode_t);             \
        va_end(more);                                   \
        return opened(NEXT(name), path, flags, mode);   \
    }
OPEN(open)
OPEN(open64)

static ssize_t written(int file, const void *data, ssize_t size, off_t at, const char *path,
                       int64_t begun) {
    if (size > 0) note(WRITE, begun, inode(file), at, path, data, (size_t)size);
    return size;
}

ssize_t write(int file, const void *data, size_t size) {
    char path[PATH_MAX];
    if (!path_of(file, path)) return NEXT(write)(file, data, size);
    pthread_mutex_lock(&one_at_a_time);
    int64_t begun = now();
    off_t at = lseek(file, 0, SEEK_CUR);
    ssize_t done = written(file, data, NEXT(write)(file, data, size), at, path, begun);
    pthread_mutex_unlock(&one_at_a_time);
    return done;
}

#define PWRITE(name, offset)                                                             \
    ssize_t name(int file, const void *data, size_t size, offset at) {                   \
        char path[PATH_MAX];                                                             \
        if (!path_of(file, path)) return NEXT(name)(file, data, size, at);               \
        pthread_mutex_lock(&one_at_a_time);                                              \
        int64_t begun = now();                                                           \
        ssize_t done = written(file, data, NEXT(name)(file, data, size, at), at, path, begun); \
        pthread_mutex_unlock(&one_at_a_time);                                            \
        return done;                                                                     \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATED(name, offset)                                              \
    int name(int file, offset size) {                                        \
        char path[PATH_MAX];                                                 \
        if (!path_of(file, path)) return NEXT(name)(file, size);             \
        pthread_mutex_lock(&one_at_a_time);                                  \
        int64_t begun = now();                                               \
        int failed = NEXT(name)(file, size);                                 \
        if (!failed) note(TRUNCATE, begun, inode(file), size, path, "", 0);  \
        pthread_mutex_unlock(&one_at_a_time);                                \
        return failed;                                                       \
    }
TRUNCATED(ftruncate, off_t)
TRUNCATED(ftruncate64, off64_t)

#define SYNCED(name)                                             \
    int name(int file) {                                         \
        char path[PATH_MAX];                                     \
        if (!path_of(file, path)) return NEXT(name)(file);       \
        pthread_mutex_lock(&one_at_a_time);                      \
        int64_t begun = now();                                   \
        usleep(sync_takes);                                      \
        note(SYNC, begun, inode(file), 0, path, "", 0);          \
        pthread_mutex_unlock(&one_at_a_time);                    \
        return 0;                                                \
    }
SYNCED(fsync)
SYNCED(fdatasync)

int unlink(const char *path) {
    if (!is_ours(path)) return NEXT(unlink)(path);
    pthread_mutex_lock(&one_at_a_time);
    int64_t begun = now();
    int failed = NEXT(unlink)(path);
    if (!failed) note(UNLINK, begun, 0, 0, path, "", 0);
    pthread_mutex_unlock(&one_at_a_time);
    return failed;
}

int rename(const char *from, const char *to) {
    if (!is_ours(from)) return NEXT(rename)(from, to);
    pthread_mutex_lock(&one_at_a_time);
    int64_t begun = now();
    int failed = NEXT(rename)(from, to);
    if (!failed) note(RENAME, begun, 0, 0, from, to, strlen(to));
    pthread_mutex_unlock(&one_at_a_time);
    return failed;
}

int mkdir(const char *path, mode_t mode) {
    if (!is_ours(path)) return NEXT(mkdir)(path, mode);
    pthread_mutex_lock(&one_at_a_time);
    int64_t begun = now();
    int failed = NEXT(mkdir)(path, mode);
    if (!failed) note(MKDIR, begun, 0, 0, path, "", 0);
    pthread_mutex_unlock(&one_at_a_time);
    return failed;
}
