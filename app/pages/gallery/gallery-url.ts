const pictureParameter = 'picture'

/** Returns the number of the open picture, from 1; null without a valid one. */
export function chosenPicture(parameters: URLSearchParams, count: number): number | null {
  const text = parameters.get(pictureParameter) ?? ''
  if (!/^[1-9]\d{0,4}$/.test(text)) return null
  const number = Number(text)
  return number <= count ? number : null
}

/** Returns the URL of the list with this picture open, or with none. */
export function addressOf(parameters: URLSearchParams, number: number | null): string {
  const changed = new URLSearchParams(parameters)
  if (number === null) changed.delete(pictureParameter)
  else changed.set(pictureParameter, String(number))
  return changed.size > 0 ? `/gallery?${changed}` : '/gallery'
}
