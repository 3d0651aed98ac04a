/** Keeps pieces of text whole: half a character at the end of one waits for the next. */
export interface CharacterJoiner {
  join(piece: string): string;
  /** A sign in place of the half that waits for a piece that never came. */
  rest(): string;
}

export function createCharacterJoiner(): CharacterJoiner {
  let half = '';
  return {
    join: (piece) => {
      const text = half === '' ? piece : half + piece;
      const last = text.charCodeAt(text.length - 1);
      half = last >= 0xd8_00 && last <= 0xdb_ff ? text.slice(-1) : '';
      return half === '' ? text : text.slice(0, -1);
    },
    rest: () => {
      const text = half === '' ? '' : '\uFFFD';
      half = '';
      return text;
    },
  };
}
