let isSubmitting = false

/** A form that was posted before its page was hydrated: the document is about to be replaced. */
export const isSubmittingNatively = (): boolean => isSubmitting

export function noteNativeSubmits(): void {
  addEventListener('submit', event =>
    setTimeout(() => {
      if (!event.defaultPrevented) isSubmitting = true
    }),
  )
  // The page may come back from the cache of the browser.
  addEventListener('pageshow', () => {
    isSubmitting = false
  })
}
