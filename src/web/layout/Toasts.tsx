import * as Radix from '@radix-ui/react-toast';
import * as css from './Toasts.css.ts';
import { useRef } from 'react';
import type { LanguageOffer, ToastPlacement } from '#machines/toastsMachine.ts';
import { offers } from '#messages/offers.ts';
import * as messages from '#messages/toasts.ts';
import { useLanguageLinks } from './languageLinks.ts';
import { toastSentence } from './toastSentence.ts';
import { ButtonLink } from '../components/Button.tsx';
import { InviteButton } from '../components/InviteButton.tsx';
import { useToasts } from '../actors/rootHooks.ts';
import { button } from '../components/Button.css.ts';
import { CloseIcon } from '../components/CloseIcon.tsx';

const PLACEMENTS: readonly ToastPlacement[] = ['top-right', 'bottom-left'];

// F8 moves the focus to the first corner that has toasts; Tab then moves to the other corner.
const HOTKEY = ['F8'];
const NO_HOTKEY: string[] = [];

/** All toasts in two corners. A corner without toasts is not rendered. */
export default function Toasts() {
  const [toasts, send] = useToasts((snapshot) => snapshot.context.toasts);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<EventTarget>(null);
  const corners = PLACEMENTS.map((placement) => ({
    placement,
    own: toasts.filter((toast) => toast.placement === placement),
  })).filter(({ own }) => own.length > 0);
  const returnFocus = () => {
    const isHere = region.current?.contains(document.activeElement);
    if (isHere && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  };

  return (
    <div
      ref={region}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
    >
      {corners.map(({ placement, own }, index) => (
        <Radix.Provider
          key={placement}
          label={messages.notification}
          swipeDirection={placement === 'top-right' ? 'right' : 'left'}
        >
          {own.map(({ id, type, content, duration, link, invitation }) => (
            <Radix.Root
              key={id}
              className={css.toast[type]}
              duration={duration ?? Infinity}
              type="background"
              // A toast does not close while it has the focus, so a click must not focus it, except in the field that shows a link.
              onMouseDown={(event) => {
                if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
              }}
              onOpenChange={() => {
                if (own.length === 1) returnFocus();
                send({ type: 'toast.close', id });
              }}
            >
              <Radix.Description ref={leaveToAlert} {...('language' in content && { lang: content.language })}>
                {toastSentence(content)}
              </Radix.Description>
              <div className={css.actions}>
                {'language' in content && <OfferedPage language={content.language} />}
                {link !== undefined && (
                  <Radix.Action asChild altText={messages.links[link.page]}>
                    <ButtonLink variant="text" to={link.path}>
                      {messages.links[link.page]}
                    </ButtonLink>
                  </Radix.Action>
                )}
                {invitation !== undefined && <InviteButton variant="text" {...invitation} />}
              </div>
              <Radix.Close className={css.close} aria-label={messages.dismiss}>
                <CloseIcon size={16} />
              </Radix.Close>
            </Radix.Root>
          ))}
          <Radix.Viewport
            className={css.viewport[placement]}
            hotkey={index === 0 ? HOTKEY : NO_HOTKEY}
            label={messages.regionName(placement)}
          />
        </Radix.Provider>
      ))}
    </div>
  );
}

/** The link to the page in a language that the product offers. */
function OfferedPage({ language }: Pick<LanguageOffer, 'language'>) {
  const offered = useLanguageLinks().find((link) => link.language === language);

  return (
    <a className={button.text} lang={language} hrefLang={language} href={offered?.href}>
      {offers[language]?.link}
    </a>
  );
}

/** Keeps screen readers from announcing a toast when an alert on the page has the same text. */
function leaveToAlert(description: HTMLElement | null): void {
  if (description === null) return;
  const { textContent, dataset } = description;
  const isSaid = [...document.querySelectorAll('[role="alert"]')].some((alert) =>
    alert.textContent.includes(textContent),
  );
  if (isSaid) dataset['radixToastAnnounceExclude'] = '';
}
