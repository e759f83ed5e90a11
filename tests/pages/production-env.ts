// Must be imported first. React chooses its build by this variable when it is loaded, and the built site needs the
// production build.
process.env.NODE_ENV = 'production'
