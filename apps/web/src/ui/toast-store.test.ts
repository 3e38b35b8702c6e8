import { expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

const textsOf = (list: readonly { readonly text: string }[]) => list.map(toast => toast.text)

test('toasts are shown in the order in which they came, and kept in the log when they are gone', () => {
  const store = createToastStore()
  const first = store.show('success', 'Saved.')
  store.show('error', 'Not saved.')
  store.dismiss(first)
  expect(textsOf(store.snapshot().shown)).toEqual(['Not saved.'])
  expect(textsOf(store.snapshot().log)).toEqual(['Saved.', 'Not saved.'])
})

test('a toast can be updated by its id; what it says now is logged too', () => {
  const store = createToastStore()
  const id = store.show('warning', 'Working.', { label: 'Stop', press: () => {} })
  store.update(id, { kind: 'success', text: 'Done.', action: undefined })
  expect(store.snapshot().shown).toEqual([{ id, kind: 'success', text: 'Done.', action: undefined }])
  expect(textsOf(store.snapshot().log)).toEqual(['Working.', 'Done.'])
})

test('an update that says the same is not logged again', () => {
  const store = createToastStore()
  const id = store.show('warning', 'Working.')
  store.update(id, { kind: 'success' })
  expect(textsOf(store.snapshot().log)).toEqual(['Working.'])
})

test('one that is gone stays gone: an update or a second dismissal changes nothing', () => {
  const store = createToastStore()
  const id = store.show('success', 'Saved.')
  store.dismiss(id)
  const changed = vi.fn()
  store.subscribe(changed)
  store.update(id, { text: 'Saved again.' })
  store.dismiss(id)
  expect(changed).not.toHaveBeenCalled()
  expect(store.snapshot().shown).toEqual([])
})

test('the log ends somewhere', () => {
  const store = createToastStore()
  for (let count = 1; count <= 50; count++) store.dismiss(store.show('success', `${count}`))
  expect(store.snapshot().log).toHaveLength(20)
  expect(store.snapshot().log.at(-1)?.text).toBe('50')
})
