import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { MerchantCard } from '../../features/merchants/list/merchant-card.tsx'
import { MerchantList } from '../../features/merchants/list/merchant-list.tsx'
import { MerchantListSkeleton } from '../../features/merchants/list/merchant-list-skeleton.tsx'
import { defaultLocationQuery, merchantSearchQuery } from '../../features/search/search.queries.ts'
import { Buttons, DialogSample, Fields, ToastButtons } from '../../features/staging/gallery-controls.tsx'
import { Colors, Icons, SpaceAndShape, Surfaces, Type } from '../../features/staging/gallery-looks.tsx'
import { Messages, Pages, Waiting } from '../../features/staging/gallery-messages.tsx'
import styles from '../../features/staging/staging.module.css'
import { StagingIndex, StagingSection } from '../../features/staging/staging-section.tsx'
import { fillText, stagingTexts as words } from '../../features/staging/staging-texts.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { MapSample } from './map-sample.tsx'

const shown = 9

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const place = await app.queryClient.ensureQueryData(defaultLocationQuery(app)).catch(() => null)
  if (place) await app.queryClient.prefetchQuery(someRestaurants(app, place))
  return null
}

const sections = [
  ['colors', words.colors],
  ['type', words.type],
  ['space', words.space],
  ['surfaces', words.surfaces],
  ['buttons', words.buttons],
  ['fields', words.fields],
  ['chips', words.chips],
  ['notices', words.notices],
  ['errors', words.errorBox],
  ['toasts', words.toasts],
  ['dialog', words.dialogs],
  ['waiting', words.waiting],
  ['pages', words.pages],
  ['icons', words.icons],
  ['restaurants', words.restaurants],
  ['map', words.map],
] as const

/** It shows every component in every state and the current theme, for design review. */
export function Component() {
  const app = useApp()
  const { data: place } = useQuery(defaultLocationQuery(app))
  const found = useQuery({
    ...someRestaurants(app, place ?? { latitude: 0, longitude: 0 }),
    enabled: place !== undefined,
  })
  return (
    <div className={`width-content ${styles.page}`}>
      <PageHead title={words.components} index={false} />
      <div className={styles.intro}>
        <h1>{words.components}</h1>
        <p>{fillText(words.componentsText, { program: app.partner.settings.programName })}</p>
        <p>
          <ButtonLink to="/stgtools" variant="quiet" size="small">
            {words.toTools}
          </ButtonLink>
        </p>
        <StagingIndex label={words.onThisPage} of={sections} />
      </div>
      <Colors />
      <Type />
      <SpaceAndShape />
      <Surfaces />
      <Buttons />
      <Fields />
      <Messages />
      <ToastButtons />
      <DialogSample />
      <Waiting />
      <Pages />
      <Icons />
      <StagingSection id="restaurants" title={words.restaurants}>
        <MerchantList merchants={found.data?.merchants ?? []} Card={MerchantCard} />
        <MerchantListSkeleton />
      </StagingSection>
      <MapSample />
    </div>
  )
}

function someRestaurants(app: AppContext, { latitude, longitude }: { latitude: number; longitude: number }) {
  return merchantSearchQuery(app, { latitude, longitude, pageSize: shown })
}
