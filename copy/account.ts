import { t } from '#messages/t.ts'

export const signIn = {
  get heading() {
    return t('navigation.signIn')
  },
  get button() {
    return t('navigation.signIn')
  },
  get google() {
    return t('account.continueWithGoogle')
  },
  get done() {
    return t('account.loginSuccessfully')
  }, // [sic]
  get userUpdated() {
    return t('account.userInformationUpdated')
  }, // [sic]
} as const

export const signUp = {
  get heading() {
    return t('navigation.signUp')
  },
  get button() {
    return t('navigation.signUp')
  },
  get google() {
    return t('account.continueWithGoogle')
  },
  get done() {
    return t('account.signupSuccessfully')
  }, // [sic]
  get userUpdated() {
    return t('account.userInformationUpdated')
  }, // [sic]
} as const

/** Validation messages shared by forms and the REST contract. */
export const fields = {
  get nameRequired() {
    return t('account.nameIsRequired')
  },
  get emailRequired() {
    return t('account.emailIsRequired')
  },
  get passwordRequired() {
    return t('account.passwordIsRequired')
  },
  get passwordTooShort() {
    return t('account.passwordMustBe6')
  }, // [sic]
  get passwordTooLong() {
    return t('account.passwordMustBeLess')
  }, // [sic] 20 itself is accepted
  // [sic]
  get passwordTooPlain() {
    return t('account.passwordMustHaveOne')
  },
  get photoRequired() {
    return t('account.photoIsRequired')
  },
  get titleRequired() {
    return t('account.titleIsRequired')
  },
} as const

/** Skills of the profile, stored as displayed. */
export const skills = [
  'Adaptability',
  'Exercide Physiology', // [sic]
  'Injury Prevention Knowledge',
  'Time Management',
  'Patience',
] as const

export const myProfile = {
  get goHome() {
    return t('account.goToHomePage')
  },
  get promotion() {
    return t('account.anHourAWeek')
  },
} as const

export const profileSettings = {
  get heading() {
    return t('account.myProfileSetting')
  }, // [sic]
  get subtitle() {
    return t('account.editToShowYour')
  },
  get update() {
    return t('account.update')
  },
  get done() {
    return t('account.updateYourInformation')
  }, // [sic]
} as const

export const sideMenu = {
  get dashboard() {
    return t('navigation.dashboard')
  },
  get allSubscribers() {
    return t('account.allSubscribers')
  },
  get allTrainers() {
    return t('account.allTrainers')
  },
  get appliedTrainers() {
    return t('account.appliedTrainers')
  },
  get balance() {
    return t('account.balance')
  },
  get addNewForum() {
    return t('account.addNewForum')
  }, // [sic]
  get manageSlots() {
    return t('account.manageSlots')
  },
  get manageMember() {
    return t('account.manageMember')
  }, // [sic]
  get addNewClass() {
    return t('account.addNewClass')
  },
  get activityLog() {
    return t('account.activityLog')
  },
  get profileSettings() {
    return t('navigation.profileSettings')
  },
  get recommendedClasses() {
    return t('account.recommendedClasses')
  },
} as const
