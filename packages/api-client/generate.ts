import openapiTypes, { astToString } from 'openapi-typescript'

/** The types of a document: `schema.d.ts` of this package, which a test keeps as it is made here. */
export async function typesOf(document: object): Promise<string> {
  const text = astToString(await openapiTypes(structuredClone(document) as never))
  return `/* Made from the OpenAPI document of the partner API by generate.ts. */\n\n${text}`
}
