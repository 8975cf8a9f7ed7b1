import { highlight, wordmark } from './Wordmark.css.ts';

interface WordmarkProps {
  readonly size?: keyof typeof wordmark;
}

export function Wordmark({ size = 'bar' }: WordmarkProps) {
  return (
    <span className={wordmark[size]}>
      <span>Nobar</span> <span className={highlight}>Now</span>
    </span>
  );
}
