/** Widths in thousandths of the type size of the letters of Arial, Helvetica and Liberation Sans, which agree. */
const LETTERS: Readonly<Record<number, string>> = {
  191: `'`,
  222: 'ijl',
  278: ' \u00a0!,./:;I[]ft|',
  334: '()-`r{}"*',
  500: 'Jcksvxyz',
  584: '+<=>~',
  611: 'FTZ',
  667: '&ABEKPSVXY',
  722: 'CDHNRUw',
  778: 'GOQ',
  833: 'Mm',
  944: 'W%@',
};
const ORDINARY = 556;
const BOLD = 1.07;
const WIDTHS = new Map(
  Object.entries(LETTERS).flatMap(([width, letters]) =>
    letters.split('').map((letter) => [letter, Number(width)] as const),
  ),
);

export interface Lettering {
  readonly size: number;
  readonly bold?: boolean;
}

/** How wide a text is in pixels, without a screen to measure it on. */
export function textWidth(text: string, { size, bold = false }: Lettering): number {
  const thousandths = text.split('').reduce((total, letter) => total + (WIDTHS.get(letter) ?? ORDINARY), 0);
  return (thousandths * size * (bold ? BOLD : 1)) / 1000;
}

/** Breaks a text at its spaces so that no line is wider than `width` pixels, unless one word is. */
export function wrapText(text: string, width: number, lettering: Lettering): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, lettering) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
