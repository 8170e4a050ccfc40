import { Component, Fragment, type ReactNode } from 'react';

interface RenewalProps {
  children: ReactNode;
}

/**
 * Builds its content anew when an extension has changed it so that React no longer finds its own elements, and
 * would remove everything. What was typed moves along: packages/islands/keep-typed.ts.
 */
export class Renewal extends Component<RenewalProps, { key: number }> {
  // A class field would bring half a kilobyte of helpers for older browsers.
  constructor(props: RenewalProps) {
    super(props);
    this.state = { key: 0 };
  }

  static getDerivedStateFromError() {
    return { key: performance.now() };
  }

  override render() {
    return <Fragment key={this.state.key}>{this.props.children}</Fragment>;
  }
}
