/** Bytes in one piece that grows, because a program may print them one at a time. */
export interface ByteRoom {
  add(piece: Uint8Array): void;
  size(): number;
  /** Lets go of all but so many at the end, and says how many went. */
  keepEnd(most: number): number;
  /** All of them; they are others after the next change. */
  bytes(): Uint8Array;
}

const FIRST_BYTES = 4096;

export function createByteRoom(): ByteRoom {
  let room = new Uint8Array(0);
  let size = 0;
  return {
    add: (piece) => {
      if (size + piece.length > room.length) {
        const larger = new Uint8Array(Math.max(FIRST_BYTES, 2 * room.length, size + piece.length));
        larger.set(room.subarray(0, size));
        room = larger;
      }
      room.set(piece, size);
      size += piece.length;
    },
    size: () => size,
    keepEnd: (most) => {
      const gone = Math.max(0, size - most);
      room.copyWithin(0, gone, size);
      size -= gone;
      return gone;
    },
    bytes: () => room.subarray(0, size),
  };
}
