import type { ReactNode } from 'react';
import { WheelHub } from '../../ui/wheel-hub';

interface AuthScreenProps {
  title: string;
  children: ReactNode;
}

/** The split screen of everything about accounts: a panel, and the drawing where there is room. */
export function AuthScreen({ title, children }: AuthScreenProps) {
  return (
    <div className="auth">
      <title>{`${title} | Autoparts`}</title>
      <div className="panel">
        <h1>{title}</h1>
        {children}
      </div>
      <div className="plate">
        <WheelHub />
      </div>
    </div>
  );
}
