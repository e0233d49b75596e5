import { Component, type ReactNode } from 'react';
import { BrokenScreen } from './broken-screen';

interface ErrorBoundaryProps {
  /** A change of screen resets the boundary. */
  screen?: string;
  children: ReactNode;
}

interface State {
  /** An object, because anything can be thrown. */
  failure: { error: unknown } | null;
}

/** Shows advice for a screen that failed or could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.screen !== this.props.screen) this.setState({ failure: null });
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <BrokenScreen error={failure.error} />;
  }
}
