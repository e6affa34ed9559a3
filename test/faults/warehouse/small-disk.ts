import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own that can be filled. */
export type SmallDisk = {
  path: string;
  /** Takes all of its space except for `leaveBytes`. */
  fill(leaveBytes: number): void;
  /** Gives the taken space back. */
  free(): void;
  close(): void;
};

/** A tmpfs of this size; a reason when this user or system cannot make one. */
export function openSmallDisk(bytes: number): SmallDisk | { reason: string } {
  const path = mkdtempSync(join(tmpdir(), 'hexlot-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'tmpfs', path], {
      stdio: 'pipe',
    });
  } catch (error) {
    rmdirSync(path);
    return { reason: `a small file system cannot be made here: ${String(error)}` };
  }
  chmodSync(path, 0o755);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill(leaveBytes) {
      const { bavail, bsize } = statfsSync(path);
      const size = Math.max(0, bavail * bsize - leaveBytes);
      try {
        writeFileSync(ballast, Buffer.alloc(size));
      } catch (error) {
        // Others write at the same time, so it is as full as it can be.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close() {
      execFileSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}
