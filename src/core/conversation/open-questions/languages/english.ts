import type { AnswerLanguage } from "./answer-language.js";

export const english: AnswerLanguage = {
  plainYes: "yes|yep|yeah|yea|yup",
  yes: "sure|sure thing|of course|absolutely|definitely|certainly|by all means|agreed|affirmative|go ahead|please go ahead|go for it|do it|please do|please do it|please do that|let's do it|let's do that|make it so|proceed|please proceed|i agree|i confirm|i approve|approved|confirmed|i'd like that|i'd love that|i do|yes i do|yes you can|yes you may|you may|that's right|that is right|that's correct|that's fine with me|that's fine by me|that is fine with me|that works for me|works for me|fine by me|fine with me|sounds good|sounds good to me|that would be great|that'd be great|go right ahead|permission granted|do so|please do so|yes it is|yes it does|that's a yes|it's a yes|you have my permission|you have my approval",
  aloneYes: "y|ye|ya|yh|aye|for sure|exactly|correct|confirm|approve|indeed|do that|let's go|yes sir",
  weakYes:
    "well ok|well okay|alright|all right|fine|very well|alright then|ok then|okay then|ok with me|okay with me|that's fine|that is fine|sounds great|okey|okie",
  no: "no|no please don't|no never|nope|nah|naw|no thanks|no thank you|no thx|no way|hell no|heck no|not now|not right now|not yet|not at all|not today|not this time|rather not|i'd rather not|better not|never|never ever|under no circumstances|negative|declined|denied|rejected|i refuse|i decline|i disagree|i object|i don't|i do not|i don't want that|i don't want to|i don't want it|no need|there's no need|there is no need|that's not necessary|not necessary|not needed|no it isn't|no sir|please no|don't you dare|no chance|not a chance|by no means|don't|do not|don't do it|do not do it|don't do that|do not do that|please don't|please do not|please don't do it|please don't do that|please don't do this|thanks but no thanks|thanks but no",
  lettingGo: "leave it|leave it alone|leave it be|leave that|skip it|skip that|forget it|forget that|drop it",
  neither:
    "yes and no|yeah right|yea right|yeah yeah|yeah no|no yeah|yes no|no yes|sure sure|oh sure|oh right|oh great|oh good|ok right|sure right|ah ok|oh ok|ah okay|oh okay|ah alright|ah right|ah yes|ah yeah|oh yeah|oh alright|ok ok|okay okay|fine fine|oh no|no no yes|oh well|well well|that's ok|that's okay|that is ok|it's ok|it's okay|it's fine|i'm good|i'm fine|all good|we're good|i'm ok|it is|i am|no idea|no problem|no worries|why not|not sure|not bad",
  please: "please|pls|plz|kindly",
  thanks: "thanks|thank you|thank you very much|thank you so much|many thanks|thanks a lot|thx|ty|cheers",
  sorry: "sorry|i'm sorry|so sorry",
  praise: "right|good|great|perfect|excellent|wonderful|awesome|nice|cool|super|lovely|brilliant|good idea|great idea",
  opening: "oh|um|uh|uhm|well",
  immediate: "now|right now|right away|immediately|at once|straight away|asap|as soon as possible",
  strengthening:
    "absolutely|certainly|definitely|of course|totally|really|surely|most certainly|most definitely|obviously|hell|heck",
  negating: "not|no",
  forbidding: "don't|do not|please don't|please do not|never|you must not|you may not",
  contrast: "but|though|however",
  joining: "and",
  actually:
    "actually|on second thought|on second thoughts|i changed my mind|changed my mind|i've changed my mind|oh actually|well actually|come to think of it|wait actually|hm actually",
  standIns: "it|them|that|this|those|these|him|her|the lot",
  small: "the|a|an|my|your|our|to|of|for|in|on|at|with|and|all",
  verb: "first",
  accents: "optional",
  numbers:
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  aroundNumber:
    "about|around|roughly|approximately|approx|only|just|exactly|make it|say|it's|it is|i'd say|let's say|we are|we're|there are|there will be|the number is|the answer is|a total of|in total|altogether",
};
