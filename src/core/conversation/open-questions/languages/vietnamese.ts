import type { AnswerLanguage } from "./answer-language.js";

export const vietnamese: AnswerLanguage = {
  plainYes: "vâng|dạ vâng|dạ",
  yes: "được|được chứ|dạ được|có chứ|đồng ý|tôi đồng ý|tất nhiên|tất nhiên rồi|dĩ nhiên|dĩ nhiên rồi|chắc chắn|chắc chắn rồi|làm đi|cứ làm đi|tiến hành đi|xác nhận|tôi xác nhận|hãy làm đi|cứ làm",
  aloneYes: "có|ừ|ừm|đúng|đúng rồi|đúng vậy|ừ được",
  weakYes: "được rồi|ừm được",
  no: "không|không cảm ơn|không phải|không phải bây giờ|không được|không cần|không cần đâu|không muốn|tôi không muốn|không bao giờ|tất nhiên là không|dĩ nhiên là không|chắc chắn không|đừng làm|đừng làm vậy|đừng làm thế|đừng|chưa|chưa phải bây giờ|không đồng ý|tôi không đồng ý|từ chối|tôi từ chối",
  neither:
    "vâng vâng|dạ dạ|ừ ừ|có không|vâng không|không vâng|được không|có và không|không sao|không sao đâu|không vấn đề gì|không biết|tôi không biết|không chắc|sao không|tại sao không|không từ chối|không phản đối|tùy bạn|tùy|thôi|thôi được|được thôi|được được|à vâng|à được|ờ|ờ được|thế cũng được|vậy cũng được|không có gì|chưa chắc|chưa biết",
  please: "làm ơn|xin vui lòng|nhé|giúp tôi|ạ",
  thanks: "cảm ơn|cám ơn|cảm ơn bạn|cảm ơn nhiều",
  sorry: "xin lỗi|rất tiếc",
  praise: "tốt|tuyệt|tuyệt vời|hay quá",
  opening: "vậy thì|thì",
  immediate: "ngay|ngay bây giờ|bây giờ|ngay đi",
  strengthening: "tất nhiên|tất nhiên là|chắc chắn|chắc chắn là|dĩ nhiên",
  negating: "không",
  forbidding: "xin đừng|đừng|không",
  contrast: "nhưng",
  joining: "và",
  actually: "thật ra|thực ra",
  standIns: "nó|chúng|cái đó",
  small: "tất cả|các|những|và|cho|của|ở|trong",
  verb: "first",
  accents: "needed",
  numbers: "không một hai ba bốn năm sáu bảy tám chín mười",
  aroundNumber: "khoảng|chỉ|chúng tôi có",
};
