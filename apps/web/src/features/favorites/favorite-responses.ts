interface MarkedMerchant {
  readonly id: string
  readonly favorite: boolean
}

/**
 * A response is a restaurant, a list, or an object with `merchants`. @returns the same object where nothing changes
 */
export function withFavorites(response: unknown, isFavorite: (merchant: MarkedMerchant) => boolean): unknown {
  if (Array.isArray(response)) {
    const changed = response.map(one => withFavorites(one, isFavorite))
    return changed.some((one, index) => one !== response[index]) ? changed : response
  }
  if (typeof response !== 'object' || response === null) return response
  if ('merchants' in response) {
    const merchants = withFavorites(response.merchants, isFavorite)
    return merchants === response.merchants ? response : { ...response, merchants }
  }
  if (!isMarked(response)) return response
  const favorite = isFavorite(response)
  return favorite === response.favorite ? response : { ...response, favorite }
}

export function showsFavorites(response: unknown): boolean {
  if (Array.isArray(response)) return response.some(showsFavorites)
  if (typeof response !== 'object' || response === null) return false
  return 'merchants' in response ? showsFavorites(response.merchants) : isMarked(response)
}

const isMarked = (response: object): response is MarkedMerchant => 'id' in response && 'favorite' in response
