import { ageBadge, ageRating as ageRatingLabel } from '#messages/age.ts';
import { badgeColour } from '#domain/age.ts';
import { visuallyHidden } from '../styles/text.css.ts';
import { badge } from './AgeBadge.css.ts';

interface AgeBadgeProps {
  readonly ageRating: number;
}

export function AgeBadge({ ageRating }: AgeBadgeProps) {
  return (
    <span className={badge[badgeColour(ageRating)]}>
      <span className={visuallyHidden}>{`${ageRatingLabel} `}</span>
      <span>{ageBadge(ageRating)}</span>
    </span>
  );
}
