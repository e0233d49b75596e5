import type { LucideIcon } from 'lucide-react';

interface BadgeProps {
  tone: 'positive' | 'warning' | 'danger' | 'info' | 'neutral';
  icon: LucideIcon;
  children: string;
}

/** A status: always a color, an icon and a word. */
export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span className={`badge is-${tone}`}>
      <Icon className="icon" />
      {children}
    </span>
  );
}
