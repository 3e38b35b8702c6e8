SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  // Examples would be made up from patterns.
  defaultModelRendering: 'model',
  defaultModelsExpandDepth: -1,
  // Its checker is a service of others.
  validatorUrl: null,
})
