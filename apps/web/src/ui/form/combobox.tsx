import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import styles from './combobox.module.css'

export interface ComboboxOption {
  readonly value: string
  /** It tells options with the same value apart. */
  readonly key?: string
  readonly icon?: IconName
  /** It says what the option is, beside its value. */
  readonly detail?: string
}

interface ComboboxProps<Option extends ComboboxOption> {
  /** The server renders it as a plain field, in the same container. */
  readonly input: HTMLInputElement
  readonly id: string
  readonly label: string
  readonly options: readonly Option[]
  readonly onText: (text: string) => void
  readonly onChoose: (option: Option) => void
}

/**
 * It is a text field with suggestions: the editable combobox with list autocomplete of the WAI-ARIA practices. The
 * focus stays in the field, and typed text stays until an option is chosen.
 */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { input, id, label, options, onText, onChoose } = props
  const [open, setOpen] = useState(() => document.activeElement === input)
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const shown = open && options.length > 0
  const at = shown && active < options.length ? active : -1

  function show(which = -1) {
    setOpen(true)
    setActive(which)
  }
  function choose(option: Option) {
    input.value = option.value
    setOpen(false)
    setActive(-1)
    onChoose(option)
  }
  /** It tells whether the list handled the key. */
  function press(event: KeyboardEvent): boolean {
    const option = options[at]
    if (event.key === 'ArrowDown') step(event, 1)
    else if (event.key === 'ArrowUp') step(event, -1)
    else if (event.key === 'Enter' && option) choose(option)
    else if (event.key === 'Escape' && shown) setOpen(false)
    else {
      if (event.key === 'Enter') setOpen(false)
      else if (event.key !== 'Tab') setActive(-1)
      return false
    }
    return true
  }
  /** Past either end of the list, no option is active. */
  function step(event: KeyboardEvent, by: 1 | -1) {
    if (event.altKey) setOpen(by === 1)
    else if (shown) setActive(((at + 1 + by + options.length + 1) % (options.length + 1)) - 1)
    else show(by === 1 ? 0 : options.length - 1)
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // During IME composition, keys belong to the input method.
    if (!event.isComposing && press(event)) event.preventDefault()
  })
  const notifyText = useEffectEvent(() => onText(input.value))
  const type = useEffectEvent(() => {
    show()
    notifyText()
  })

  useEffect(() => {
    const doShow = () => setOpen(true)
    const hide = () => setOpen(false)
    const ends = [
      listen(input, 'keydown', event => handleKey(event)),
      listen(input, 'input', () => type()),
      listen(input, 'click', doShow),
      listen(input, 'blur', hide),
    ]
    // The text may have been typed before hydration.
    notifyText()
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-controls', id)
    return () => {
      for (const end of ends) end()
    }
  }, [input, id])

  useEffect(() => {
    input.setAttribute('aria-expanded', String(shown))
    if (at < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `${id}-${at}`)
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [input, id, shown, at])

  return (
    <div
      ref={list}
      id={id}
      className={styles.list}
      role="listbox"
      aria-label={label}
      hidden={!shown}
      onPointerDown={event => event.preventDefault()}
      onMouseDown={event => event.preventDefault()}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        <div
          key={option.key ?? option.value}
          id={`${id}-${index}`}
          className={styles.option}
          role="option"
          // Not a tab stop: the field references the active option.
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => choose(option)}
        >
          <Icon name={option.icon ?? 'pin'} className={styles.icon} />
          {option.value}
          {option.detail ? <small className={styles.detail}>{option.detail}</small> : null}
        </div>
      ))}
    </div>
  )
}

function listen<K extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  type: K,
  listener: (event: HTMLElementEventMap[K]) => void,
): () => void {
  element.addEventListener(type, listener)
  return () => element.removeEventListener(type, listener)
}
