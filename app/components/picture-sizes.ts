// On a phone a picture is as wide as the page without its margins, or half of that.
const wholePhone = 'calc(100vw - 2rem)'
const halfPhone = 'calc(50vw - 1.3rem)'
// a third pixel per point is not visible, so phones with three load as if they had two
const dense = '(max-width: 479px) and (min-resolution: 2.5dppx)'
const densePhone = `${dense} calc((100vw - 2rem) / 1.5)`
const denseHalf = `${dense} calc((50vw - 1.3rem) / 1.5)`

/** Values of the `sizes` attribute, by the share of a wide page that a picture takes. */
export const pictureSizes = {
  whole: `${densePhone}, (max-width: 1264px) ${wholePhone}, 1200px`,
  half: `${densePhone}, (max-width: 1080px) ${wholePhone}, 590px`,
  portrait: `${densePhone}, (max-width: 700px) ${wholePhone}, (max-width: 1080px) 280px, 440px`,
  person: `${dense} 75px, (max-width: 479px) 112px, (max-width: 700px) ${halfPhone}, (max-width: 1080px) 50vw, 285px`,
  third: `${densePhone}, (max-width: 700px) ${wholePhone}, (max-width: 1080px) 50vw, 380px`,
  tile: `${densePhone}, (max-width: 700px) ${wholePhone}, (max-width: 1080px) 50vw, 294px`,
  quarter: `${denseHalf}, (max-width: 700px) ${halfPhone}, (max-width: 1080px) 50vw, 285px`,
  fifth: `${denseHalf}, (max-width: 700px) ${halfPhone}, (max-width: 1080px) 132px, 225px`,
  /** A round portrait, which is wider than its circle when it is tall. */
  avatar: '44px',
  tallAvatar: `${dense} 44px, 66px`,
}
