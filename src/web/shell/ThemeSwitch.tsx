import { useTheme } from '../runtime/rootHooks.ts';
import * as css from './ThemeSwitch.css.ts';

/** The dark/light toggle (section 2, Theme). */
export function ThemeSwitch() {
  const [isDark, send] = useTheme((snapshot) => snapshot.matches('dark'));

  return (
    <button
      type="button"
      role="switch"
      aria-checked={isDark}
      className={css.control}
      onClick={() => send({ type: 'theme.toggle' })}
    >
      <span>Dark theme</span>
      <span className={css.track} aria-hidden="true">
        <span className={css.thumb} />
      </span>
    </button>
  );
}
