const words = (text: string): readonly string[] => text.trim().split(/,\s+/)

/** Names of every part of a city, as its members have them. */
export const firstNames = words(`
  Aaliyah, Adrian, Aisha, Alejandro, Alice, Amir, Ana, Andre, Angela, Anika, Antonio, Arjun, Asha, Ava, Beatriz, Ben,
  Bianca, Brandon, Camila, Carlos, Caroline, Chen, Chloe, Claire, Connor, Daniela, David, Deja, Diego, Dominic, Elena,
  Eli, Elise, Emily, Emma, Ethan, Eva, Fatima, Felix, Fiona, Gabriela, George, Grace, Hana, Harper, Hassan, Helen, Henry,
  Hugo, Imani, Ines, Isaac, Isabel, Ivan, Jade, Jamal, James, Jasmine, Javier, Jessica, Jin, Joanna, Jonah, Jordan, José,
  Julia, Kai, Karen, Keisha, Kevin, Laila, Laura, Leah, Leon, Lily, Linh, Louis, Luca, Luis, Maya, Malik, Marcus, Maria,
  Mei, Michael, Miguel, Mina, Mohammed, Naomi, Natalie, Nathan, Nia, Nikhil, Noah, Nora, Olivia, Omar, Oscar, Paige,
  Patrick, Paul, Quinn, Rachel, Raj, Rebecca, Renée, Ricardo, Robert, Rosa, Ruth, Ryan, Sabrina, Samuel, Sana, Sarah,
  Sebastian, Sofia, Stella, Susan, Tara, Terrence, Thomas, Tiana, Tomás, Uma, Valeria, Victor, Vivian, Wei, William,
  Xavier, Yara, Yuki, Zachary, Zara, Zoe`)

export const lastNames = words(`
  Abbott, Adeyemi, Aguilar, Ahmed, Alvarez, Anderson, Bailey, Baker, Banerjee, Barnes, Bell, Bianchi, Boateng, Brooks,
  Brown, Burke, Campbell, Carter, Castillo, Chang, Chen, Cho, Clark, Cohen, Coleman, Collins, Cooper, Cruz, Dang, Davis,
  Diaz, Dixon, Douglas, Edwards, Ellis, Espinoza, Evans, Farouk, Fernandez, Fischer, Flores, Foster, Francis, Garcia,
  Goldberg, Gomez, Gonzalez, Graham, Grant, Gray, Green, Gupta, Gutierrez, Hall, Hansen, Harris, Hayes, Hernandez, Hill,
  Hoang, Howard, Huang, Hughes, Hussain, Ibrahim, Iyer, Jackson, Jenkins, Jensen, Johnson, Jones, Kang, Kapoor, Kaufman,
  Kelly, Khan, Kim, King, Klein, Kruger, Lam, Larsen, Lee, Levine, Lewis, Liu, Lopez, Malone, Martin, Martinez, Mason,
  McCarthy, Mehta, Mendoza, Meyer, Miller, Mitchell, Moore, Morales, Morgan, Morris, Murphy, Murray, Myers, Nair, Nelson,
  Newman, Nguyen, Novak, O’Brien, Okoye, Oliveira, Ortega, Osei, Owens, Park, Parker, Patel, Pereira, Perez, Perry,
  Peterson, Pham, Phillips, Powell, Price, Quintero, Ramirez, Ramos, Reed, Reid, Reynolds, Richardson, Rivera, Roberts,
  Robinson, Rodriguez, Rogers, Romano, Rosen, Ross, Russo, Ryan, Sanchez, Santos, Sato, Schmidt, Schwartz, Scott, Shah,
  Sharma, Silva, Simmons, Singh, Smith, Soto, Stein, Stewart, Sullivan, Suzuki, Tanaka, Taylor, Thomas, Thompson, Torres,
  Tran, Turner, Vargas, Vasquez, Vega, Walker, Wallace, Walsh, Wang, Ward, Washington, Watson, Weber, Weiss, White,
  Williams, Wilson, Wong, Wood, Wright, Wu, Yamada, Yang, Yilmaz, Young, Zhang, Zimmerman`)
