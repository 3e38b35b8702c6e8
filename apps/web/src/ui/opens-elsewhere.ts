import type { MouseEvent } from 'react'

/** Whether a press on a link asks for a window of its own, so that the link has to stay one. */
export const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
