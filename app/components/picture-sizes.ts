// On a phone a picture is as wide as the page less its margins, or half of what is between.
const wholePhone = 'calc(100vw - 2rem)'
const halfPhone = 'calc(50vw - 1.3rem)'

/** How wide pictures are shown, as the `sizes` of an image: by their share of a wide page. */
export const pictureSizes = {
  whole: `(max-width: 1264px) ${wholePhone}, 1200px`,
  half: `(max-width: 1080px) ${wholePhone}, 590px`,
  portrait: `(max-width: 700px) ${wholePhone}, (max-width: 1080px) 280px, 440px`,
  person: `(max-width: 479px) ${wholePhone}, (max-width: 700px) ${halfPhone}, (max-width: 1080px) 50vw, 285px`,
  third: `(max-width: 700px) ${wholePhone}, (max-width: 1080px) 50vw, 380px`,
  tile: `(max-width: 700px) ${wholePhone}, (max-width: 1080px) 50vw, 294px`,
  quarter: `(max-width: 700px) ${halfPhone}, (max-width: 1080px) 50vw, 285px`,
  fifth: `(max-width: 700px) ${halfPhone}, (max-width: 1080px) 132px, 225px`,
}
