import { closeDialog } from '#messages/dialogs.ts';
import * as Radix from '@radix-ui/react-dialog';
import * as css from './Dialog.css.ts';
import type { ReactNode } from 'react';
import { stack } from '../styles/layout.css.ts';
import { useCloseByBack } from './closeByBack.ts';
import { CloseIcon } from './CloseIcon.tsx';
import { ignoreForeign, ownBackdrop, useDialogFocus } from './dialogBehaviour.ts';
import { SectionHeader } from './Section.tsx';

interface DialogProps {
  /** Must not contain an amount: the title is shown in capitals, which would turn `Rp.` into `RP.`. */
  readonly title: string;
  readonly open?: boolean;
  /** Whether the dialog can be closed now. If not, its close button looks disabled and is announced as disabled. */
  readonly closable?: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

export function Dialog({ title, open = true, closable = true, onOpenChange, children }: DialogProps) {
  const dialogFocus = useDialogFocus();
  const closeByBack = useCloseByBack(() => onOpenChange(false));

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={css.overlay} {...ownBackdrop}>
          <Radix.Content ref={closeByBack} className={css.content} onInteractOutside={ignoreForeign} {...dialogFocus}>
            <div className={css.header}>
              <Radix.Title asChild>
                <SectionHeader level={2} title={title} />
              </Radix.Title>
            </div>
            {children}
            <Radix.Close className={css.close} aria-label={closeDialog} aria-disabled={!closable || undefined}>
              <CloseIcon size={20} />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The facts of a dialog. Screen readers announce them with the title when the dialog opens. */
export function DialogFacts({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Description asChild>
      <div className={stack}>{children}</div>
    </Radix.Description>
  );
}
