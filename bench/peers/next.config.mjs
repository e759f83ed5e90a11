// the page is what is measured, not what a development server adds to it
export default { poweredByHeader: false, reactStrictMode: true, outputFileTracingRoot: import.meta.dirname }
