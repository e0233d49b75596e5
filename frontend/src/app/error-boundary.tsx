import { Component, type ReactNode } from 'react';
import { LoadError } from '../ui/messages/load-error';

interface ErrorBoundaryProps {
  /** Another screen gets another chance. */
  screen?: string;
  children: ReactNode;
}

/** A screen that could not be fetched or broke: often the shop has a new version, so load it afresh. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.screen !== this.props.screen) this.setState({ broken: false });
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="page section">
        <title>Not loaded | Autoparts</title>
        <LoadError
          level={1}
          title="This page did not load"
          onRetry={() => {
            window.location.reload();
          }}
        >
          Your connection may be down, or the shop has just been updated.
        </LoadError>
      </div>
    );
  }
}
