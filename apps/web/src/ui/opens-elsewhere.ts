export const opensElsewhere = (
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
) => event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
