import { lightValues } from './lightValues.ts';

/** The print colours: black on white. */
export const printValues = {
  ...lightValues,
  background: lightValues.paperWhite,
  paper: lightValues.paperWhite,
  raised: lightValues.paperWhite,
  text: lightValues.paperBlack,
  muted: lightValues.paperBlack,
  accent: lightValues.paperBlack,
  danger: lightValues.paperBlack,
  hairline: lightValues.paperBlack,
} as const;
