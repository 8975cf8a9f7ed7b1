import { carryOn, loading, takingLong } from '#messages/shell.ts';
import { useOverlay } from '../actors/rootHooks.ts';
import { Button } from '../components/Button.tsx';
import { Wordmark } from '../components/Wordmark.tsx';
import { visuallyHidden } from '../styles/text.css.ts';
import { overlay } from './shell.css.ts';

/** The loading overlay: a full-screen wordmark while page data is fetched (section 2). */
export function Overlay() {
  const [isShown, send] = useOverlay((snapshot) => snapshot.hasTag('shown'));
  const [isFading] = useOverlay((snapshot) => snapshot.hasTag('fading'));
  const [isSlow] = useOverlay((snapshot) => snapshot.hasTag('slow'));

  return (
    <>
      {/* Always there: screen readers announce only the changes of an element that exists. */}
      <span role="status" className={visuallyHidden}>
        {isShown && !isFading ? loading : ''}
      </span>
      {isShown && (
        <div className={overlay[isFading ? 'fading' : 'visible']}>
          <div aria-hidden="true">
            <Wordmark size="screen" />
          </div>
          {isSlow && (
            <>
              <p role="alert">{takingLong}</p>
              <Button onClick={() => send({ type: 'overlay.dismiss' })}>{carryOn}</Button>
            </>
          )}
        </div>
      )}
    </>
  );
}
