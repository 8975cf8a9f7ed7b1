import { mark } from './PlayMark.css.ts';

export function PlayMark() {
  return (
    <svg className={mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8 4.5v15l12-7.5z" fill="currentColor" />
    </svg>
  );
}
