/*
 * Stands between a process and its disk (LD_PRELOAD), for files in the folder DISK_FOLDER:
 *   DISK_RECORD    a file to which every write, truncation, removal and sync is appended, with its bytes (disk-record.ts reads it)
 *   DISK_SYNC_MS   how long every sync takes at least
 *   DISK_FAILS     a file; while it exists, syncs fail with EIO
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record = -2;
static uint64_t syncs = 0;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }
#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))real(#name))

/* The path of a file in the folder, relative to it; null for other files. */
static const char *watched(int fd, char *path) {
  const char *folder = getenv("DISK_FOLDER");
  if (folder == NULL) return NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  size_t prefix = strlen(folder);
  if (strncmp(path, folder, prefix) != 0) return NULL;
  return path[prefix] == '/' ? path + prefix + 1 : path[prefix] == 0 ? "" : NULL;
}

static void append(char kind, const char *name, uint64_t at, const void *bytes, uint32_t length) {
  if (record == -2) {
    const char *path = getenv("DISK_RECORD");
    record = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  if (record < 0) return;
  unsigned char head[14];
  head[0] = (unsigned char)kind;
  head[1] = (unsigned char)strlen(name);
  memcpy(head + 2, &at, 8);
  memcpy(head + 10, &length, 4);
  struct iovec parts[3] = {{head, 14}, {(void *)name, head[1]}, {(void *)bytes, length}};
  if (REAL(ssize_t, writev, int, const struct iovec *, int)(record, parts, 3) < 0) abort();
}

/* A write is appended before another thread's sync can begin. */
#define WRITTEN(call, at)                                     \
  char path[PATH_MAX];                                        \
  const char *name = watched(fd, path);                       \
  if (name == NULL) return call;                              \
  pthread_mutex_lock(&lock);                                  \
  uint64_t offset = (uint64_t)(at);                           \
  ssize_t done = call;                                        \
  int error = errno;                                          \
  if (done > 0) append('W', name, offset, bytes, (uint32_t)done); \
  pthread_mutex_unlock(&lock);                                \
  errno = error;                                              \
  return done;

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  WRITTEN(REAL(ssize_t, pwrite, int, const void *, size_t, off_t)(fd, bytes, length, at), at)
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  WRITTEN(REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)(fd, bytes, length, at), at)
}
ssize_t write(int fd, const void *bytes, size_t length) {
  WRITTEN(REAL(ssize_t, write, int, const void *, size_t)(fd, bytes, length),
          (fcntl(fd, F_GETFL) & O_APPEND) ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR))
}

static int truncated(int fd, int64_t size, int result) {
  char path[PATH_MAX];
  const char *name = watched(fd, path);
  if (name == NULL || result != 0) return result;
  pthread_mutex_lock(&lock);
  append('T', name, (uint64_t)size, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate(int fd, off_t size) { return truncated(fd, size, REAL(int, ftruncate, int, off_t)(fd, size)); }
int ftruncate64(int fd, off64_t size) { return truncated(fd, size, REAL(int, ftruncate64, int, off64_t)(fd, size)); }

int unlink(const char *file) {
  const char *folder = getenv("DISK_FOLDER");
  int result = REAL(int, unlink, const char *)(file);
  if (result != 0 || folder == NULL || strncmp(file, folder, strlen(folder)) != 0) return result;
  pthread_mutex_lock(&lock);
  append('U', file + strlen(folder) + 1, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

static int synced(int fd, int (*sync)(int)) {
  char path[PATH_MAX];
  const char *name = watched(fd, path);
  if (name == NULL) return sync(fd);
  const char *fails = getenv("DISK_FAILS");
  if (fails != NULL && access(fails, F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  pthread_mutex_lock(&lock);
  uint64_t id = syncs++;
  append('S', name, id, NULL, 0);
  pthread_mutex_unlock(&lock);
  const char *ms = getenv("DISK_SYNC_MS");
  if (ms != NULL) usleep((useconds_t)(atof(ms) * 1000));
  int result = sync(fd);
  int error = errno;
  pthread_mutex_lock(&lock);
  if (result == 0) append('E', name, id, NULL, 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
int fsync(int fd) { return synced(fd, REAL(int, fsync, int)); }
int fdatasync(int fd) { return synced(fd, REAL(int, fdatasync, int)); }
