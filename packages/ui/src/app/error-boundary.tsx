import { rook } from '@rook/contract/brand';
import { Component, type JSX, type ReactNode } from 'react';

import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';

export interface ErrorBoundaryProps {
  /** What could not be shown. */
  readonly what: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | null;
}

/** A view that breaks leaves words in its place and nothing else on the page is touched. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Fault what={this.props.what} error={error} retry={() => this.setState({ error: null })} />;
  }
}

interface FaultProps {
  readonly what: string;
  readonly error: Error;
  readonly retry: () => void;
}

function Fault({ what, error, retry }: FaultProps): JSX.Element {
  const details = `${rook.title}: ${what}\n${error.stack ?? error.message}`;
  return (
    <div className="fault" role="alert">
      <h2>{`${what} could not be shown`}</h2>
      <p className="quiet">
        This is a fault of the page. Your session and your files are not touched by it; everything is in the
        journal.
      </p>
      <pre className="scrolls" tabIndex={0}>
        {error.message}
      </pre>
      <div className="fault-actions">
        <Button look="primary" onClick={retry}>
          Show it again
        </Button>
        <Button onClick={() => location.reload()}>Reload the page</Button>
        <CopyButton text={details} label="Copy the details" />
      </div>
    </div>
  );
}
