import * as Radix from '@radix-ui/react-toast';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import { ButtonLink } from '../components/ButtonLink.tsx';
import { useToasts } from '../runtime/hooks/rootHooks.ts';
import * as css from './Toasts.css.ts';

const PLACEMENTS: readonly ToastPlacement[] = ['top-right', 'bottom-left'];

/** All toasts in their two corners. */
export default function Toasts() {
  const [toasts, send] = useToasts((snapshot) => snapshot.context.toasts);

  return PLACEMENTS.map((placement) => (
    <Radix.Provider key={placement} swipeDirection={placement === 'top-right' ? 'right' : 'left'}>
      {toasts
        .filter((toast) => toast.placement === placement)
        .map(({ id, type, text, duration, link }) => (
          <Radix.Root
            key={id}
            className={css.toast[type]}
            duration={duration}
            type="background"
            onOpenChange={() => send({ type: 'toast.close', id })}
          >
            <Radix.Description ref={leaveToAlert}>{text}</Radix.Description>
            {link !== undefined && (
              <Radix.Action asChild altText={link.text}>
                <ButtonLink variant="text" to={link.path}>
                  {link.text}
                </ButtonLink>
              </Radix.Action>
            )}
            <Radix.Close className={css.close} aria-label="Dismiss">
              <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
                <path d="M5 5l14 14M19 5L5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </Radix.Close>
          </Radix.Root>
        ))}
      <Radix.Viewport className={css.viewport[placement]} label={`Notifications, ${placement} ({hotkey})`} />
    </Radix.Provider>
  ));
}

/** Keeps a toast from being read out when an alert on the page says the same. */
function leaveToAlert(description: HTMLElement | null): void {
  if (description === null) return;
  const { textContent, dataset } = description;
  const isSaid = [...document.querySelectorAll('[role="alert"]')].some((alert) =>
    alert.textContent.includes(textContent),
  );
  if (isSaid) dataset['radixToastAnnounceExclude'] = '';
}
