import { passwordAgainRules } from '#domain/credentials.ts';
import { ruledText } from './text.ts';

/** The account password sent again to confirm a withdrawal or a cancellation (section 6). */
export const passwordSchema = ruledText(passwordAgainRules);
