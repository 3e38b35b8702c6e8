import '@mantine/tiptap/styles.layer.css'
import { isAddress } from '@dineward/core/content/content-fields.ts'
import { partnerPlaceholderNames } from '@dineward/core/partner/partner-placeholders.ts'
import { Button, Group, Input, Menu, Popover, TextInput } from '@mantine/core'
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconBraces, IconLink } from '@tabler/icons-react'
import { type Editor, useEditor } from '@tiptap/react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import styles from './rich-text.module.css'
import { richTextExtensions } from './rich-text-extensions.ts'
import { readMarkup, writeMarkup } from './rich-text-markup.ts'

interface RichTextEditorFieldProps {
  readonly label: string
  /** `readMarkup` knows it. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly onShowMarkup: () => void
}

const controlLabels = { h3ControlLabel: 'Heading', h4ControlLabel: 'Small heading' }

/** It is loaded with the first text that it edits. */
export default function RichTextEditorField(props: RichTextEditorFieldProps) {
  const { label, error, onShowMarkup } = props
  const id = useId()
  const [isLinking, setIsLinking] = useState(false)
  const editor = useRichText(props, id, () => setIsLinking(true))
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => editor.commands.focus() }}
      error={error && <span id={`${id}-error`}>{error}</span>}
    >
      <RichTextEditor
        // Mantine's types name the library's other build.
        editor={editor as never}
        labels={controlLabels}
        className={styles.editor}
        data-error={Boolean(error)}
      >
        <RichTextEditor.Toolbar role="group" aria-label={`Format ${label.toLowerCase()}`}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.H3 />
            <RichTextEditor.H4 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <LinkControl opened={isLinking} onOpen={setIsLinking} />
            <RichTextEditor.Unlink />
            <PlaceholderControl />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
          <Button size="compact-xs" variant="subtle" onClick={onShowMarkup}>
            Edit the markup
          </Button>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}

function useRichText(
  { value, onChange, error }: RichTextEditorFieldProps,
  id: string,
  onLink: () => void,
): Editor {
  /** It keeps the text of the form and how the editor writes it, so that a text that was changed back counts as unchanged. */
  const [opened, setOpened] = useState(() => ({ value, written: writtenAs(value) }))
  const editor = useEditor({
    extensions: richTextExtensions,
    content: readMarkup(value),
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': error ? `${id}-error` : '',
        'aria-invalid': String(Boolean(error)),
      },
      handleKeyDown(_view, event) {
        if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return false
        event.preventDefault()
        onLink()
        return true
      },
    },
    onUpdate({ editor: changed }) {
      const written = writeMarkup(changed.getJSON())
      onChange(written === opened.written ? opened.value : written)
    },
  })
  useEffect(() => {
    if (writeMarkup(editor.getJSON()) === writtenAs(value)) return
    // Someone else's text, or a version before.
    editor.commands.setContent(readMarkup(value), { emitUpdate: false })
    setOpened({ value, written: writtenAs(value) })
  }, [editor, value])
  return editor
}

const writtenAs = (value: string): string => writeMarkup(readMarkup(value) ?? {})

function LinkControl({ opened, onOpen }: { opened: boolean; onOpen: (opened: boolean) => void }) {
  const { editor } = useRichTextEditorContext()
  return (
    <Popover
      opened={opened}
      onChange={onOpen}
      trapFocus
      returnFocus
      withinPortal
      position="bottom-start"
      width={300}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label="Link"
          title="Link (Ctrl K)"
          active={editor?.isActive('link') ?? false}
          onClick={() => onOpen(!opened)}
        >
          <IconLink size={16} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        {editor && opened && <LinkForm editor={editor as unknown as Editor} onClose={() => onOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [href, setHref] = useState<string>(editor.getAttributes('link').href ?? '')
  const [isRefused, setIsRefused] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    // A form of a popover is within the page's form for React.
    event.stopPropagation()
    const address = href.trim()
    if (!isAddress(address)) return setIsRefused(true)
    onClose()
    const link = { type: 'link', attrs: { href: address } }
    const chain = editor.chain().focus()
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: address, marks: [link] }).run()
    else chain.extendMarkRange('link').setLink({ href: address }).run()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label="Address"
        description="A path of this site such as /search, or https:, tel: or mailto:"
        value={href}
        onChange={event => setHref(event.currentTarget.value)}
        error={
          isRefused && !isAddress(href.trim())
            ? 'Enter a path of this site, or an https:, tel: or mailto: address.'
            : undefined
        }
        data-autofocus
      />
      <Group mt="xs">
        <Button type="submit" size="xs">
          Set the link
        </Button>
      </Group>
    </form>
  )
}

function PlaceholderControl() {
  const { editor } = useRichTextEditorContext()
  return (
    <Menu withinPortal position="bottom-end" returnFocus>
      <Menu.Target>
        <RichTextEditor.Control aria-label="Insert a placeholder" title="Insert a placeholder">
          <IconBraces size={16} aria-hidden />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown mah={320} className={styles.placeholders}>
        {partnerPlaceholderNames.map(name => (
          <Menu.Item key={name} onClick={() => editor?.chain().focus().insertContent(`{${name}}`).run()}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
