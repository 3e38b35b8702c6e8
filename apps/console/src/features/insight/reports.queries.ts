import type {
  deleteReportMail,
  deleteSavedReport,
  getReport,
  getReportValues,
  getSavedReports,
  postSavedReport,
  putReportMail,
  putSavedReport,
} from '@dineward/core/console-insight/report.contract.ts'
import type { ReportQuery } from '@dineward/core/console-insight/report.rules.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/read.ts'

export type MadeReport = ContractResponse<typeof getReport>

export const reportQuery = (query: ReportQuery) => ({
  ...read<typeof getReport>(['insight', 'report', query], '/api/Console/Insight/Report', { query }),
  placeholderData: keepPreviousData,
})

export const valuesQuery = (query: ContractInput<typeof getReportValues>['query']) => ({
  ...read<typeof getReportValues>(['insight', 'values', query], '/api/Console/Insight/ReportValues', {
    query,
  }),
  placeholderData: keepPreviousData,
})

const path = '/api/Console/Insight/SavedReports'
export const savedReportsKey = ['insight', 'saved']
export const savedReportsQuery = read<typeof getSavedReports>(savedReportsKey, path, {})

export const addReport = (body: ContractInput<typeof postSavedReport>['body']) =>
  api<typeof postSavedReport>('POST', path, { body })

export const changeReport = (id: string, body: ContractInput<typeof putSavedReport>['body']) =>
  api<typeof putSavedReport>('PUT', `${path}/:id`, { params: { id }, body })

export const removeReport = (id: string) =>
  api<typeof deleteSavedReport>('DELETE', `${path}/:id`, { params: { id } })

export const mailReport = (id: string, body: ContractInput<typeof putReportMail>['body']) =>
  api<typeof putReportMail>('PUT', `${path}/:id/Mail`, { params: { id }, body })

export const endReportMail = (id: string) =>
  api<typeof deleteReportMail>('DELETE', `${path}/:id/Mail`, { params: { id } })
