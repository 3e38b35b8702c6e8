import { expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

const textsOf = (list: readonly { readonly text: string }[]) => list.map(toast => toast.text)

test('several toasts: in order, and logged after dismissal', () => {
  const store = createToastStore()
  const first = store.show('success', 'Saved.')
  store.show('error', 'Not saved.')
  store.dismiss(first)
  expect(textsOf(store.snapshot().shown)).toEqual(['Not saved.'])
  expect(textsOf(store.snapshot().log)).toEqual(['Saved.', 'Not saved.'])
})

test('update by id: the new text is logged too', () => {
  const store = createToastStore()
  const id = store.show('warning', 'Working.', { label: 'Stop', press: () => {} })
  store.update(id, { kind: 'success', text: 'Done.', action: undefined })
  expect(store.snapshot().shown).toEqual([{ id, kind: 'success', text: 'Done.', action: undefined }])
  expect(textsOf(store.snapshot().log)).toEqual(['Working.', 'Done.'])
})

test('update with the same text: not logged again', () => {
  const store = createToastStore()
  const id = store.show('warning', 'Working.')
  store.update(id, { kind: 'success' })
  expect(textsOf(store.snapshot().log)).toEqual(['Working.'])
})

test('dismissed: an update or second dismissal changes nothing', () => {
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

test('log: bounded', () => {
  const store = createToastStore()
  for (let count = 1; count <= 50; count++) store.dismiss(store.show('success', `${count}`))
  expect(store.snapshot().log).toHaveLength(20)
  expect(store.snapshot().log.at(-1)?.text).toBe('50')
})

test('a task that fails twice, then succeeds: one error, then none; errors of others stay', () => {
  const store = createToastStore()
  store.fail('delete card 1', 'Not deleted.')
  store.fail('delete card 2', 'The other was not deleted.')
  store.fail('delete card 1', 'Not deleted.')
  expect(textsOf(store.snapshot().shown)).toEqual(['The other was not deleted.', 'Not deleted.'])
  store.succeed('delete card 1')
  expect(textsOf(store.snapshot().shown)).toEqual(['The other was not deleted.'])
  expect(textsOf(store.snapshot().log)).toHaveLength(3)
})
