import { request } from 'node:http'
import { apiUser } from '../../e2e/support/api.ts'
import type { Product } from '../../e2e/support/product.ts'

export async function publicPages(product: Product, slug: string): Promise<[name: string, path: string][]> {
  const user = apiUser(product.address(slug))
  const { body } = await user.get<{ merchants: { id: string }[] }>('/api/v2/Merchants/Search?pageSize=1')
  const pages: [string, string][] = [
    ['home', '/'],
    ['search', '/search'],
    ['restaurant', `/merchants/${body.merchants[0]!.id}`],
    ['discover', '/discover'],
    ['earn', '/earn'],
    ['how-it-works', '/how-it-works'],
    ['sign-in', '/login'],
    ['join', '/join'],
    ['recover', '/recover'],
  ]
  const statuses = await Promise.all(pages.map(([, path]) => statusOf(product, slug, path)))
  return pages.filter((_, index) => statuses[index] === 200)
}

function statusOf(product: Product, slug: string, path: string): Promise<number> {
  const { host } = new URL(product.address(slug))
  return new Promise((resolve, reject) => {
    request({ method: 'HEAD', host: 'localhost', port: product.port, path, headers: { host } }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}
