import { CircleCheck, CircleHelp, CircleX, Infinity as Endless, TriangleAlert } from 'lucide-react';
import type { Verdict } from '../../api/contract/generated-types';
import { Badge } from './badge';

const LOOKS = {
  fits: { tone: 'positive', icon: CircleCheck },
  fits_if: { tone: 'warning', icon: TriangleAlert },
  does_not_fit: { tone: 'danger', icon: CircleX },
  universal: { tone: 'info', icon: Endless },
  unknown: { tone: 'neutral', icon: CircleHelp },
} as const;

interface FitBadgeProps {
  verdict: Verdict['verdict'];
  children: string;
}

/** A verdict about a part and a car: always a color, an icon and words. */
export const FitBadge = ({ verdict, children }: FitBadgeProps) => (
  <Badge {...LOOKS[verdict]}>{children}</Badge>
);
