import { Component, type ReactNode } from 'react'

/** An error boundary for optional content: if it fails to load or render, show nothing. */
export class OptionalPart extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
