import { Component, type ReactNode } from 'react'

/** Around what a page can do without: when it fails, or its script cannot be had, the page goes on as if it were not there. */
export class Quietly extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
