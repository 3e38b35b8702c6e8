import {
  getConsolePrograms,
  getConsoleTheme,
  postConsoleTheme,
} from '@dineward/core/console-programs/programs.contract.ts'
import {
  getConsoleProgramHistory,
  getConsoleSettings,
  postConsoleBonuses,
  postConsoleSetting,
  postConsoleSettingCheck,
} from '@dineward/core/console-programs/settings.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, programContext, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { listProgramChanges, listPrograms } from './console-programs.service.ts'
import {
  checkSetting,
  foreseeSetting,
  measureSetting,
  readSettings,
  saveSetting,
} from './console-settings.service.ts'
import { readTheme, saveTheme } from './console-theme.service.ts'

export function consoleSettingsRoutes(app: FastifyInstance, services: ConsoleServices): void {
  const consoleHosts = services.console.hosts

  serveConsole(app, services, getConsolePrograms, async ctx => ({ programs: await listPrograms(ctx) }))

  serveConsole(app, services, getConsoleSettings, async (ctx, { params }) => ({
    settings: await readSettings(ctx, programContext(ctx, params.slug).partner),
  }))

  serveConsole(app, services, postConsoleSettingCheck, (ctx, { params, body }) =>
    checkSetting(ctx, programContext(ctx, params.slug).partner, body),
  )

  for (const contract of [postConsoleSetting, postConsoleBonuses] as const)
    serveControlled(app, services, contract, {
      measure: (ctx, { params, body }) => measureSetting(ctx, programContext(ctx, params.slug).partner, body),
      foresee: (ctx, { params, body }) =>
        foreseeSetting({ ...programContext(ctx, params.slug), partners: ctx.partners }, body),
      perform: async (ctx, { params, body }) => ({
        setting: await saveSetting(ctx, programContext(ctx, params.slug).partner, { ...body, consoleHosts }),
      }),
    })

  serveConsole(app, services, getConsoleProgramHistory, (ctx, { params, query }) =>
    listProgramChanges(ctx, programContext(ctx, params.slug).partner, query),
  )

  serveConsole(app, services, getConsoleTheme, (ctx, { params }) =>
    readTheme(ctx, programContext(ctx, params.slug).partner),
  )

  serveConsole(app, services, postConsoleTheme, (ctx, { params, body }) =>
    saveTheme(ctx, programContext(ctx, params.slug).partner, body),
  )
}
