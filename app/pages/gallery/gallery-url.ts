const pictureParameter = 'picture'

/** Returns the number of the open picture, from 1; null without a valid one. */
export function chosenPicture(parameters: URLSearchParams, count: number): number | null {
  const text = parameters.get(pictureParameter) ?? ''
  if (!/^[1-9]\d{0,4}$/.test(text)) return null
  const number = Number(text)
  return number <= count ? number : null
}

/** Returns the URL of the list with this picture open, or with none. */
export const addressOf = (number: number | null): string =>
  number === null ? '/gallery' : `/gallery?${pictureParameter}=${number}`
