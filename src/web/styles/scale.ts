/** Sizes of gaps and padding. */
export const space = {
  hair: '4px',
  tiny: '8px',
  small: '12px',
  base: '16px',
  medium: '20px',
  large: '24px',
  huge: '32px',
  section: '48px',
  page: '64px',
} as const;

export const radius = { small: '6px', medium: '10px', large: '16px', round: '999px' } as const;

export const motion = {
  quick: '120ms cubic-bezier(.2,.8,.2,1)',
  calm: '200ms cubic-bezier(.2,.8,.2,1)',
} as const;

/** Widths of borders and focus rings. */
export const line = { thin: '1px', medium: '2px', thick: '4px' } as const;
