import { deviceText } from '@dineward/core/identity/device-name.rules.ts'
import type { NotifiedBrowser } from '@dineward/core/notifications/notifications.contract.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Row, RowList, RowSection } from '../../ui/page/row-list.tsx'
import {
  confirmRegistration,
  notificationsQuery,
  thisDeviceQuery,
  turnOff,
  turnOn,
} from './notifications.queries.ts'

interface NotificationsSectionProps {
  readonly publicId: string
}

/** Nothing where no notifications are sent: to browsers, or to the partner's native app. */
export function NotificationsSection({ publicId }: NotificationsSectionProps) {
  const copy = useCopy()
  const app = useApp()
  const { data: notifications } = useQuery(notificationsQuery(app))
  const { data: device } = useQuery(thisDeviceQuery(app))
  const known = notifications?.items ?? []
  const own = known.find(({ id }) => id === device?.id)
  const toggle = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own && !own.current) confirmRegistration(app).catch(() => {})
  }, [app, own])
  const isOffered = app.nativeApp ? notifications?.hasApp : notifications?.publicKey
  if (!isOffered) return null
  return (
    <RowSection id="notifications" title={copy('notifications.title')} text={copy('notifications.text')}>
      {device?.support === 'needsInstall' ? (
        <p>{copy('notifications.install')}</p>
      ) : device?.support === 'unsupported' ? (
        <p>{copy(app.nativeApp ? 'notifications.unsupported.app' : 'notifications.unsupported')}</p>
      ) : (
        <Switch
          ref={toggle}
          publicId={publicId}
          id={own?.id ?? null}
          state={device === undefined ? 'unknown' : device.isBlocked ? 'blocked' : 'ready'}
        />
      )}
      <noscript>
        <p>{copy('notifications.script')}</p>
      </noscript>
      <OtherDevices
        devices={device === undefined ? [] : known.filter(one => one !== own)}
        onLastRemoved={() => toggle.current?.focus()}
      />
    </RowSection>
  )
}

interface SwitchProps {
  readonly ref: Ref<HTMLInputElement>
  readonly publicId: string
  /** Of this device, when it is on. */
  readonly id: string | null
  readonly state: 'unknown' | 'blocked' | 'ready'
}

function Switch({ ref, publicId, id, state }: SwitchProps) {
  const copy = useCopy()
  const app = useApp()
  /** Until it is so. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) return turnOn(app, publicId)
      if (id !== null) await turnOff(app, id, true)
      return true
    },
    onSuccess: (isDone, on) => {
      toasts.succeed('notifications.switch')
      if (isDone) toasts.show('success', copy(on ? 'notifications.on' : 'notifications.off'))
      else
        toasts.show(
          'warning',
          copy(app.nativeApp ? 'notifications.dismissed.app' : 'notifications.dismissed'),
        )
    },
    onSettled: () => setWanted(null),
    meta: {
      onFailure() {
        toasts.fail('notifications.switch', copy('notifications.failed'))
        void app.queryClient.invalidateQueries(thisDeviceQuery(app))
      },
    },
  })
  return (
    <Checkbox
      ref={ref}
      label={copy('notifications.switch')}
      hint={copy(state === 'blocked' ? 'notifications.denied' : 'notifications.hint')}
      checked={wanted ?? id !== null}
      disabled={state !== 'ready'}
      aria-busy={wanted !== null}
      onChange={event => {
        if (wanted !== null) return
        const { checked } = event.currentTarget
        setWanted(checked)
        change.mutate(checked)
      }}
    />
  )
}

interface OtherDevicesProps {
  readonly devices: readonly NotifiedBrowser[]
  /** The list is gone with its last row. */
  readonly onLastRemoved: () => void
}

function OtherDevices({ devices, onLastRemoved }: OtherDevicesProps) {
  const copy = useCopy()
  const app = useApp()
  const list = useRef<HTMLUListElement>(null)
  const remove = useMutation({
    mutationFn: ({ id }: NotifiedBrowser) => turnOff(app, id, false),
    onSuccess: (_, device) => {
      toasts.succeed('notifications.remove')
      if (devices.length > 1) list.current?.focus()
      else onLastRemoved()
      toasts.show('success', copy('notifications.remove.done', { device: nameOf(device, copy) }))
    },
    meta: { onFailure: () => toasts.fail('notifications.remove', copy('notifications.failed')) },
  })
  if (devices.length === 0) return null
  return (
    <>
      <h3 id="notified">{copy('notifications.others')}</h3>
      <RowList ref={list} labelId="notified">
        {devices.map(one => {
          const device = nameOf(one, copy)
          const busy = remove.isPending && remove.variables.id === one.id
          const date = formatInstant(new Date(one.createdAt), 'medium', 'UTC')
          return (
            <Row key={one.id} name={device} details={copy('notifications.since', { date })}>
              <Button
                variant="quiet"
                size="small"
                busy={busy}
                aria-label={busy ? undefined : copy('notifications.remove.label', { device })}
                onClick={() => {
                  if (!remove.isPending) remove.mutate(one)
                }}
              >
                {copy(busy ? 'notifications.remove.working' : 'notifications.remove')}
              </Button>
            </Row>
          )
        })}
      </RowList>
    </>
  )
}

function nameOf(device: NotifiedBrowser, copy: ReturnType<typeof useCopy>): string {
  if (!device.inApp) return deviceText(device, copy)
  return copy('notifications.inApp', { device: device.system ?? copy('sessions.device.unknown') })
}
