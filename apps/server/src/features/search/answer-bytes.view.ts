/*
 * Answers are cut from large blocks: a block for each of them would be made, counted and collected thousands of times a
 * second. What was handed out is never written again; a block goes when the last answer on it has been sent.
 */
const blockBytes = 1024 * 1024
let block = Buffer.alloc(0)
let used = 0

/** At most so many bytes, written by `write` from 0 on; it answers how many it has written, and waits for nothing. */
export function answerBytes(most: number, write: (bytes: Buffer) => number): Buffer {
  if (most > blockBytes / 4) {
    const own = Buffer.allocUnsafeSlow(most)
    return own.subarray(0, write(own))
  }
  if (used + most > block.length) {
    block = Buffer.allocUnsafeSlow(blockBytes)
    used = 0
  }
  const room = block.subarray(used, used + most)
  const written = write(room)
  used += written
  return room.subarray(0, written)
}
